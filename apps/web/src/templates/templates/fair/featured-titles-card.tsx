import {
  customizationsApi,
  FeaturedTitle,
  MAX_FEATURED_TITLES,
  type FairCustomizations,
  type FeaturedTitles,
} from '@pos/contract/templates/customizations';
import { allows } from '@pos/contract/permissions';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { useRights } from '#web/lib/session/session.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useSaveMerged, wasCancelled } from '#web/ui/form/use-save-merged.tsx';
import { fairCustomizations, useSaveFeaturedTitles } from '../templates.data.ts';
import { FeaturedLine, FeaturedTitlesField } from './featured-titles-field.tsx';
import * as styles from './featured-titles.module.css';

const Chosen = z.strictObject({ titles: z.array(FeaturedTitle) });
const toIds = (titles: readonly FeaturedTitle[]) => titles.map(({ titleId }) => titleId);

/** Titles of the fair's inventory that its public page names. */
export function FeaturedTitlesCard({
  fair,
  featured,
}: Pick<FairCustomizations, 'fair' | 'featured'>) {
  const mayEdit =
    allows(customizationsApi.setFeaturedTitles.access, useRights()) &&
    fair.closeOutState === 'open';
  if (mayEdit) return <FeaturedTitlesForm fairId={fair.id} featured={featured} />;
  return (
    <Card title="Featured titles">
      {featured.titles.length === 0 ? (
        <p className="subdued">No titles are featured on the public page.</p>
      ) : (
        <ol className={`${styles.featuredTitles} lined`}>
          {featured.titles.map((title) => (
            <li key={title.titleId}>
              <FeaturedLine title={title} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

function FeaturedTitlesForm({ fairId, featured }: { fairId: string; featured: FeaturedTitles }) {
  const queryClient = useQueryClient();
  const update = useSaveFeaturedTitles(fairId);
  // The form's initial record; changes from elsewhere are merged when it is saved.
  const [{ record, round }, setOpened] = useState({ record: featured, round: 0 });
  const reopen = (now: FeaturedTitles, isOther: boolean): void =>
    setOpened((before) => ({ record: now, round: before.round + (isOther ? 1 : 0) }));
  const read = async (): Promise<FeaturedTitles> =>
    (await queryClient.fetchQuery({ ...fairCustomizations(fairId), staleTime: 0 })).featured;
  const { save, dialog } = useSaveMerged({
    what: 'list of featured titles',
    record,
    toValues: ({ titles }) => ({ titles }),
    fields: {
      titles: {
        label: 'Featured titles',
        show: (titles) =>
          (titles as FeaturedTitle[]).map(({ title }) => title).join(', ') || 'None',
      },
    },
    read,
    update: ({ titles, version }) => update.mutateAsync({ titles: toIds(titles), version }),
    onDiscard: () => void read().then((now) => reopen(now, true)),
  });
  return (
    <Card
      title="Featured titles"
      intro={`Books highlighted on the public page and its flyer, without prices: up to ${MAX_FEATURED_TITLES} from the fair’s inventory.`}
    >
      <Form
        key={round}
        schema={Chosen}
        values={{ titles: record.titles }}
        save={async ({ titles }) => ({ now: await save({ titles }), typed: titles })}
        onSaved={({ now, typed }) => {
          reopen(now, toIds(now.titles).join() !== toIds(typed).join());
          toast.ok('Featured titles saved');
        }}
        onRefused={wasCancelled}
        submitLabel="Save titles"
        draft={false}
        isOneOfMany
      >
        <FeaturedTitlesField fairId={fairId} />
      </Form>
      {dialog}
    </Card>
  );
}
