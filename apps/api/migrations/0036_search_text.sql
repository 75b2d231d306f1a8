-- Searches compare texts without accents, with any apostrophe and any hyphen.
-- expands

-- A text in lowercase without accents, apostrophes and invisible marks, with plain hyphens, the same
-- as `searchText` of the contract. Almost all texts are ASCII, which take a tenth of the time.
-- `normalize` and not the extension unaccent, which a server may lack.
create function search_text(value text) returns text
  language sql immutable parallel safe
return
  case
    when octet_length(value) = length(value)
      then lower(replace(replace(value, '''', ''), '`', ''))
    else
      replace(replace(replace(lower(translate(
        regexp_replace(
          normalize(replace(value, U&'\00B4', ''), NFKD),
          U&'[\0300-\036F\00AD\200B-\200F\202A-\202E\2060-\2064\2066-\206F\FEFF]', '', 'g'),
        -- Hyphens, letters that do not decompose, and at the end, to remove, apostrophes.
        U&'\2010\2011\2012\2013\2014\2015\2212'
        '\00D8\00F8\0110\0111\00D0\00F0\0141\0142\0126\0127\0131\00C6\0152\1E9E'
        '\2018\2019\201A\201B\02BC\02B9\2032`''',
        U&'-------OoDdDdLlHhi\00E6\0153\00DF')),
        U&'\00E6', 'ae'), U&'\0153', 'oe'), U&'\00DF', 'ss')
  end;
