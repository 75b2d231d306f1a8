/** Role that owns the test databases. Like the product's own, it is not a superuser. */
export const TEST_ROLE = 'pos_admin';
/** Migrated database that every test database is cloned from. */
export const TEMPLATE = 'pos_template';
