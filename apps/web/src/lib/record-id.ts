import { useParams } from '@tanstack/react-router';

/** ID in the address of a record's page: `/edit-fair/$id`. */
export function useRecordId(): string {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  return id;
}
