import { PlacesForm, type PlacesOfAdmin, placesApi } from '@pos/contract/staff/places';
import { allows } from '@pos/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { api } from '#web/lib/api/api.ts';
import { dataQuery, useChange } from '#web/lib/api/calls.ts';
import { RECORDS } from '#web/lib/lists/records.ts';
import { useRights, useSession } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { MultiSelectField } from '#web/ui/fields/combo/combo-fields.tsx';
import { SegmentField } from '#web/ui/fields/segment-field.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ErrorNotice, Skeleton } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { ChoiceLabel } from '#web/ui/values/label-of.tsx';

const placesOf = (id: string) =>
  dataQuery(['admins', 'places', id], api.places.ofAdmin, { params: { id } });

type CardProps = { id: string; name: string };

/** Regions, schools and fairs that a user is limited to. */
export function PlacesCard({ id, name }: CardProps) {
  const { data, error, refetch } = useQuery(placesOf(id));
  const { opened, open, close } = useOpened<'change'>();
  const isMe = useSession()?.user.id === id;
  const mayChange = allows(placesApi.change.access, useRights()) && !isMe;
  return (
    <Card
      title="Works at"
      aside={
        mayChange &&
        data && (
          <Button size="sm" onClick={() => open('change')}>
            Change…
          </Button>
        )
      }
    >
      {data && <PlaceNames places={data} />}
      {!data && !error && <Skeleton height={40} />}
      {!data && error && <ErrorNotice what="Places" error={error} retry={() => void refetch()} />}
      {data && opened && <PlacesDialog id={id} name={name} places={data} onClose={close} />}
    </Card>
  );
}

type PlaceNamesProps = { places: PlacesOfAdmin };

function PlaceNames({ places: { worksAt, regions, schoolIds, fairIds } }: PlaceNamesProps) {
  if (worksAt === 'everywhere') return <p className="subdued">All regions, schools and fairs.</p>;
  return (
    <ul className="stack">
      {regions.map((region) => (
        <li key={region}>Region {region}</li>
      ))}
      {schoolIds.map((id) => (
        <li key={id}>
          <ChoiceLabel choices={RECORDS.schools} id={id} />
        </li>
      ))}
      {fairIds.map((id) => (
        <li key={id}>
          <ChoiceLabel choices={RECORDS.fairs} id={id} />
        </li>
      ))}
    </ul>
  );
}

const CHOICES = [
  { value: 'everywhere', label: 'Everywhere' },
  { value: 'places', label: 'These places' },
] as const;

type DialogProps = { id: string; name: string; places: PlacesOfAdmin; onClose: () => void };

function PlacesDialog({ id, name, places, onClose }: DialogProps) {
  const change = useChange([['admins'], ['admin-form', id], ['activity']], (body: PlacesOfAdmin) =>
    api.places.change({ params: { id }, body }),
  );
  return (
    <FormDialog
      title={`Where ${name} works`}
      onClose={onClose}
      schema={PlacesForm}
      values={places}
      save={(body) => change.mutateAsync(body)}
      onSaved={() => {
        toast.ok({ title: 'Places saved', detail: name });
        onClose();
      }}
      submitLabel="Save places"
    >
      <SegmentField name="worksAt" label="Works at" choices={CHOICES} />
      <PlaceFields />
    </FormDialog>
  );
}

function PlaceFields() {
  if (useWatch({ name: 'worksAt' }) !== 'places') return null;
  return (
    <>
      <MultiSelectField name="regions" label="Regions" choices={RECORDS.regions} />
      <MultiSelectField
        name="schoolIds"
        label="Schools"
        choices={RECORDS.schools}
        hint="With all of their fairs and students."
      />
      <MultiSelectField
        name="fairIds"
        label="Single fairs"
        choices={RECORDS.fairs}
        hint="With the students of their schools."
      />
      <p className="caption">
        Everything else does not exist for them: lists, searches, reports and emails. What concerns
        the whole company, such as titles, users and settings, they cannot change.
      </p>
    </>
  );
}
