import type { CustomizedFair } from '@pos/contract/templates/public-pages';
import { percentOfPpm } from '@pos/contract/values/percent';
import { sql } from 'kysely';
import type { Db } from '#api/db/db.ts';
import { isSchoolNamed } from '#api/db/merged-records.ts';
import { titlePicture } from '#api/db/title-picture.ts';

type Row = Omit<CustomizedFair, 'salesTaxRate' | 'daysToStart' | 'paymentMethods' | 'support'> & {
  taxRatePpm: number;
  untilStart: number;
  factsEnabled: boolean;
  supportEmail: string;
  supportPhone: string;
};

/** Payment methods shown to visitors. AveDollars belong to the school, so they are left out. */
const METHODS = ['Cash', 'Check', 'Credit Card', 'EWallet'] as const;

/** Titles on sale at `fair` that its page features, in their order. */
const FEATURED_TITLES = sql`
  coalesce((
    select json_agg(
      json_build_object('title', t.title, 'author', t.author, 'category', t.category,
        'pictureId', ${titlePicture('t.id')})
      order by ft.sort)
    from featured_titles ft
    join fair_lines l on l.fair_id = ft.fair_id and l.title_id = ft.title_id
    join titles t on t.id = ft.title_id
    where ft.fair_id = fair.id and l.status = 'active' and t.status = 'active'
  ), '[]')`;

/** Documents of `fair` that visitors may download, in the order of their types. */
const DOCUMENTS = sql`
  coalesce((
    select json_agg(
      json_build_object(
        'templateId', t.id, 'name', t.name, 'typeName', y.name, 'pages',
          jsonb_array_length(a.pages), 'bytes', octet_length(d.pdf))
      order by y.sort, lower(y.name), lower(t.name), t.id)
    from customizations c
    join templates t on t.id = c.template_id
    join template_types y on y.id = t.template_type_id
    join template_versions v on v.template_id = t.id and v.number = t.published_number
    join artworks a on a.id = v.artwork_id
    left join documents d on d.fair_id = c.fair_id and d.template_id = c.template_id
    where c.fair_id = fair.id and c.published and t.status = 'active'
  ), '[]')`;

/**
 * Data of the page of a published, active fair. Each column is named, so that no other data is
 * exposed.
 */
export async function findCustomizedFair(
  db: Db,
  school: string,
  fair: string,
): Promise<CustomizedFair | undefined> {
  const { rows } = await sql<Row>`
    with fair as (
      select f.*, schools.identifier as school_identifier, schools.name as school_name,
        schools.facts_enabled, (now() at time zone f.time_zone)::date as today
      from fairs f
      join schools on schools.id = f.school_id
      where ${isSchoolNamed(school)}
        and lower(f.identifier) = ${fair.toLowerCase()}
        and f.published
        and f.status = 'active'
    )
    select fair.school_identifier, fair.school_name, fair.identifier as fair_identifier,
      fair.name as fair_name, fair.start_date, fair.end_date, fair.time_zone, fair.today,
      case
        when fair.today < fair.start_date then 'upcoming'
        when fair.today > fair.end_date then 'ended'
        else 'live'
      end as phase,
      greatest(fair.start_date - fair.today, 0) as until_start, fair.hours, fair.address,
      fair.public_message as message, fair.tax_rate_ppm, fair.facts_enabled,
      settings.support_email, settings.support_phone,
      (
        select t.page_colour
        from customizations c
        join templates t on t.id = c.template_id
        join template_types y on y.id = t.template_type_id
        where c.fair_id = fair.id
          and c.published
          and t.status = 'active'
          and t.page_colour is not null
        order by y.sort, lower(y.name), lower(t.name), t.id
        limit 1) as page_colour,
      ${FEATURED_TITLES} as featured_titles,
      ${DOCUMENTS} as documents
    from fair
    cross join settings`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { taxRatePpm, untilStart, factsEnabled, supportEmail, supportPhone, ...page } = row;
  return {
    ...page,
    daysToStart: untilStart,
    salesTaxRate: percentOfPpm(taxRatePpm),
    support: { email: supportEmail, phone: supportPhone },
    paymentMethods: [...METHODS, ...(factsEnabled ? ['Facts'] : [])],
  };
}
