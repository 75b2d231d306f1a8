-- A scheduled report of one fair covers all of its transactions, unless other days were chosen.
-- expands

alter table report_schedules drop constraint report_schedules_period_check;
alter table report_schedules add constraint report_schedules_period_check check (
  period in (
    'whole_fair', 'yesterday', 'last_7_days', 'last_30_days', 'last_month', 'season_to_date',
    'same_days'));

-- Those days were "This fair", which left out sales before and refunds after it.
update report_schedules s
set period = 'whole_fair'
from fairs f
where s.period = 'same_days'
  and lower(f.identifier) = lower(s.question ->> 'fairIdentifier')
  and s.question ->> 'startDate' = f.start_date::text
  and s.question ->> 'endDate' = f.end_date::text;
