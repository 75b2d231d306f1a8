import { type Answer, list, selectRows, storedCount } from './bare-sql.ts';

/** The list of fairs of the bare handler, in the product's order. */

const FAIRS = (where: string) => `
  select f.id, f.identifier, f.name, f.school_id as "schoolId", s.identifier as "schoolIdentifier",
    s.name as "schoolName", f.address, f.start_date as "startDate", f.end_date as "endDate",
    f.time_zone as "timeZone",
         f.tax_rate_ppm as "salesTaxRatePpm", f.admin_id as "adminId", f.status,
           f.close_out_state as "closeOutState", f.hours, f.public_message as "publicMessage",
           f.published, f.order_count as orders, f.net_cents as "netCents",
         f.version, f.created_at as "createdAt", f.updated_at as "updatedAt",
           f.package_option as "packageOption", f.phase,
           a.first_name || ' ' || a.last_name as "adminName",
         f.close_out_state = 'open'
           and exists (select from close_outs c where c.fair_id = f.id) as "closeOutReverted"
    from (
      select *,
        case place
          when 3 then start_date - date '2000-01-01'
          when 4 then date '2000-01-01' - end_date
          else end_date - date '2000-01-01'
        end as days
      from (
        select *,
          case
            when today < start_date then 'upcoming'
            when today > end_date then 'ended'
            else 'live'
          end as phase,
          case
            when close_out_state = 'finished' or status = 'inactive' then 4
            when today > end_date then 1
            when today < start_date then 3
            else 2
          end as place
        from (select *, (now() at time zone time_zone)::date as today from fairs) f ${where}) placed
      order by place, days, id
      limit 20) f
    join schools s on s.id = f.school_id
    join admins a on a.id = f.admin_id
    order by f.place, f.days, f.id`;
const fairs = (where: string, count: string) => list(selectRows(FAIRS(where)), selectRows(count));
const OPEN = `where status = 'active' and close_out_state = 'open'`;

/** Fairs that a search text matches, by themselves or by their school. */
const MATCHING = `
  from fairs f
  join schools s on s.id = f.school_id
  where f.name ilike $1 or f.identifier ilike $1 or s.name ilike $1 or s.identifier ilike $1`;

export const FAIR_LISTS: Record<string, Answer> = {
  '/fairs': () => fairs('', storedCount('fairs')),
  '/fairs/of-status': () => fairs(OPEN, `select count(*) from fairs ${OPEN}`),
  '/fairs/search': (given) => {
    const values = [`%${given.get('search')}%`];
    return list(
      selectRows(FAIRS(`where id in (select f.id ${MATCHING})`), values),
      selectRows(`select count(*) ${MATCHING}`, values),
    );
  },
};
