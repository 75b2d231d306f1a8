const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Invented first names of students, from A to Z. */
export const FIRST_NAMES = words(`
  Ada Beau Cora Dario Elsie Finn Greta Hugo Isla Jonas Kaia Leif Mina
  Nico Oona Percy Quinn Remy Sana Theo Uma Viggo Willa Xavi Yara Zeke`);
/** Invented family names. */
export const LAST_NAMES = words(`
  Ambergate Birchall Cottlestone Dunmarrow Eskridge Fennimore Garrowby Hollinshed Inglemere
  Jessamine Kettlewick Lindenthorpe Marrowood Nettlefield Oxbarrow Pennywhistle Quillfeather
  Rushbrooke Silverlake Tamberlane Underhay Vantongeren Wexcombe Yarborough`);
/** Invented first names of parents. */
export const PARENTS = words(`
  Adele Bram Celia Dorian Edith Franklin Gwen Harvey
  Ilse Jasper Katrin Lowell Maude Nils Opal Piers`);
/** Teachers by grade. */
export const TEACHERS: Readonly<Record<string, string>> = {
  K: 'Ms. Applewhite',
  1: 'Mr. Barrowclough',
  2: 'Mrs. Cloverdale',
  3: 'Ms. Drinkwater',
  4: 'Mr. Everhart',
  5: 'Mrs. Fairweather',
};
/** Words of invented titles: `The Amber Acorn at Dawn`. */
export const ADJECTIVES = words(`
  Amber Brave Copper Distant Early Frosty Golden Hidden Inky Jolly
  Kindly Lonely Moonlit Noisy Odd Patient Quiet Rusty Secret Thirsty`);
export const NOUNS = words(`
  Acorn Bridge Canoe Dragon Engine Falcon Garden Harbor Island Juniper
  Kite Lantern Meadow Needle Otter Pirate Quilt River Sparrow Tunnel`);
export const ENDINGS =
  'at Dawn/in Winter/of the North/Returns/and the Map/Underground/on Maple Street/for Beginners'.split(
    '/',
  );
