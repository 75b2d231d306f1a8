/** The role that owns the databases of the tests; like the product's own, it is no superuser. */
export const TEST_ROLE = 'pos_admin';
/** The migrated database that every test database is cloned from. */
export const TEMPLATE = 'pos_template';
