"""Several vias of one paper in one file: drawn and tagged once, repeated page by page, each stamped with whose it is.

Fonts, pictures and what is written on the pages are stored once, however many vias. Structure and bookmarks are there
for each via, as PDF/A-3a asks.
"""

import io
from collections.abc import Sequence

import pikepdf
from pikepdf import Array, Name


def repeated(paper: bytes, stamps: Sequence[bytes | None]) -> bytes:
    """The paper once for each stamp, in their order, over whose every page the stamp's only page is laid.

    `paper` is a tagged PDF without annotations; a stamp is an untagged PDF of one page of the same size, or None for a
    via that says nothing. A stamp is an artifact: readers of the text's structure pass over it.
    """
    with pikepdf.open(io.BytesIO(paper)) as whole:
        pages = len(whole.pages)
        for via in range(1, len(stamps)):
            with pikepdf.open(io.BytesIO(paper)) as another:
                _add(whole, another, via)
        for via, stamp in enumerate(stamps):
            if stamp is not None:
                _stamp(whole, stamp, via, pages)
        stored = io.BytesIO()
        whole.save(stored, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return stored.getvalue()


def _add(whole, another, via) -> None:
    """One via more: its pages write what those of the first write; its structure and its bookmarks are its own."""
    pages = len(another.pages)
    whole.pages.extend(another.pages)
    root, added = whole.Root.StructTreeRoot, whole.copy_foreign(another.Root.StructTreeRoot)
    for place in range(pages):
        first, page = whole.pages[place].obj, whole.pages[via * pages + place].obj
        page.Contents, page.Resources = first.Contents, first.Resources
        page.StructParents = via * pages + place
    for number, elements in zip(added.ParentTree.Nums[::2], added.ParentTree.Nums[1::2], strict=True):
        root.ParentTree.Nums.extend([via * pages + int(number), elements])
    (document,), (copied,) = root.K, added.K
    for element in copied.K:
        element.P = document
        document.K.append(element)
    if "/Outlines" in another.Root:
        _add_outlines(whole.Root.Outlines, whole.copy_foreign(another.Root.Outlines))


def _add_outlines(outlines, added) -> None:
    entry = added.First
    entry.Prev, outlines.Last.Next = outlines.Last, entry
    while entry is not None:
        entry.Parent = outlines
        entry = entry.get("/Next")
    outlines.Last = added.Last
    outlines.Count = int(outlines.Count) + int(added.Count)


def _stamp(whole, stamp, via, pages) -> None:
    """Lays the stamp over the pages of one via."""
    name = Name(f"/Via{via + 1}")
    with pikepdf.open(io.BytesIO(stamp)) as drawn:
        form = whole.copy_foreign(drawn.pages[0].as_form_xobject())
    for font in form.Resources.Font.values():
        _retag(font, f"VIAAA{chr(ord('A') + via % 26)}")
    before = whole.make_stream(b"q")
    after = whole.make_stream(f"Q /Artifact BMC {name} Do EMC".encode("ascii"))
    for place in range(via * pages, (via + 1) * pages):
        page = whole.pages[place].obj
        page.Resources.XObject[name] = form
        page.Contents = Array([before, page.Contents, after])


def _retag(font, tag) -> None:
    """Another tag before the font's name: each part of a font that a file holds has its own (ISO 32000-1, 9.6.4)."""
    (descendant,) = font.DescendantFonts
    family = str(font.BaseFont).partition("+")[2]
    name = Name(f"/{tag}+{family}")
    font.BaseFont = descendant.BaseFont = descendant.FontDescriptor.FontName = name
