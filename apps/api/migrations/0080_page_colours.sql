-- The colour that a template gives to the hero of the public pages that offer it; it holds at once, as the name does.

alter table templates add column page_colour text check (page_colour ~ '^#[0-9A-Fa-f]{6}$');
