import { useParams } from '@tanstack/react-router';

/** ID in the address of a record's page: `/edit-fair/$id`. */
export function useRecordId(): string {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  return id;
}
