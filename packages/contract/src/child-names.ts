/** Fields that hold the name of a child or of the family in an answer. */
export const NAME_FIELDS = ['customerName', 'studentName'] as const;

/**
 * True if an answer holds a child's name: one of the fields above, the record of a student, or a
 * student among the results of the search.
 */
export function hasChildName(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasChildName);
  const record = value as Record<string, unknown>;
  return (
    NAME_FIELDS.some((name) => Boolean(record[name])) ||
    Boolean(record['studentNumber'] && record['lastName']) ||
    record['kind'] === 'student' ||
    Object.values(record).some(hasChildName)
  );
}
