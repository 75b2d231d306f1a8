import { schoolsApi, type SchoolRow } from '@pos/contract/fairs/schools';
import { allows } from '@pos/contract/permissions';
import { IconToggleLeft, IconToggleRight } from '@tabler/icons-react';
import { useRights } from '#web/lib/session/session.tsx';
import type { RowAction } from '#web/ui/table/description.ts';
import { useStatusToggle } from '#web/ui/form/use-status-toggle.ts';
import { useChangeSchoolStatus } from './schools.data.ts';

/** Actions on a school other than editing; none without the right. */
export function useSchoolActions(): (school: SchoolRow) => RowAction[] {
  const mayEdit = allows(schoolsApi.changeStatus.access, useRights());
  const toggle = useStatusToggle('School', useChangeSchoolStatus().mutateAsync);
  return (school) => {
    if (!mayEdit) return [];
    const isActive = school.status === 'active';
    return [
      {
        label: isActive ? 'Deactivate' : 'Activate',
        icon: isActive ? IconToggleLeft : IconToggleRight,
        run: () => toggle(school, school.name),
      },
    ];
  };
}
