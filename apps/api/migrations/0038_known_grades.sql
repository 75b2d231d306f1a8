-- Grades in the one spelling that filters and promotions read: PK3, PK4, K, 1 to 12. Others stay as
-- they are. Versions stay too, so that an earlier promotion can still be undone.
-- expands

with spelled as (
  select id,
    trim(regexp_replace(
      regexp_replace(
        translate(lower(normalize(grade, nfkc)), '‐‑‒–—―−', '-------'),
        '(?<=[a-z])\.|\.(?!\d)', ' ', 'g'),
      '\s+', ' ', 'g')) as written
  from students
  where grade not in
    ('', 'PK3', 'PK4', 'K', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12')),
known as (
  select id,
    case
      when written ~ '^(p-?k|pre-? ?k(inder(garten)?)?) ?-?3$' then 'PK3'
      when written ~ '^(p-?k|pre-? ?k(inder(garten)?)?) ?-?4?$' then 'PK4'
      when written ~ '^((grade|gr) ?)?(k|kg|kdg|kn|kf|kinder(garten)?|00?)( grade)?$' then 'K'
      when written ~ '^((grade|gr|g) ?)?0?([1-9]|1[0-2])(st|nd|rd|th)?( ?(grade|gr|g))?$'
        then (substring(written from '\d+')::int)::text
      else array_position(
        array['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth',
          'tenth', 'eleventh', 'twelfth'],
        regexp_replace(written, ' grade$', ''))::text
    end as grade
  from spelled)
update students
set grade = known.grade
from known
where students.id = known.id and known.grade is not null;
