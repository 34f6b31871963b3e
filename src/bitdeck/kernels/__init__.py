"""The compiled rooms: one extension module a family, each the twin of the module of the same name in `reference`."""
