// Marks the page before it is drawn, so that what needs JavaScript shows only where there is some.
document.documentElement.classList.add("js");
