/**
 * Size of a season: everything but the titles grows with the orders, at the same number of fairs a
 * week.
 */
export type SeasonSize = {
  orders: number;
  fairs: number;
  schools: number;
  studentsPerSchool: number;
  titles: number;
  linesPerFair: number;
};

/**
 * Returns the size of a season by its orders; 1,000,000 mean 4,000 fairs at 2,000 schools with
 * 300,000 students and 1.2 million lines of fair inventory.
 */
export function toSeasonSize(orders: number): SeasonSize {
  const fairs = Math.max(2, Math.round(orders / 250));
  return {
    orders,
    fairs,
    schools: Math.ceil(fairs / 2),
    studentsPerSchool: 150,
    titles: 3_000,
    linesPerFair: 300,
  };
}
