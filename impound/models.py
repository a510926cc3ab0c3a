"""Place of the seizure, custody and destination of animals."""
