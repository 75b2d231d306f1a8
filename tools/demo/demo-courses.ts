import type { Ending } from './fair-life.ts';
import type { Particulars } from './fair-sales.ts';

/** Peculiarities of a fair, by its school and number. */
type Course = Omit<Particulars, 'live'> & {
  /** Missing cartons, by the number on the label. */
  missingAtDelivery?: number;
  missingAtReturn?: number;
  /** Resolution of the orders with a declined card. */
  declined?: 'cancel' | 'uncollected';
  /** Shipped share of the lines ordered from the warehouse. */
  shipped?: number;
  ending?: Ending;
  /** Cents missing in the drawer on the second evening of a live fair. */
  shortCents?: number;
};

export const COURSES: Record<string, Course> = {
  'STBRENDAN 1': { shipped: 1, ending: { profitOption: 'ave_dollar' } },
  'MAPLEGROVE 1': { stories: [{ wrongTotal: 31 }], shipped: 1, ending: { profitOption: 'cash' } },
  'BLUEHERON 1': {
    stories: [{ wrongPrice: 40 }, { unknownTitle: 12 }],
    missingAtReturn: 4,
    shipped: 0.7,
    ending: { profitOption: 'ave_dollar' },
  },
  'TALLCEDAR 1': {
    stories: [{}, { oversold: 95 }],
    rateBefore: 8.875,
    shipped: 0.5,
    ending: { profitOption: 'cash', reverted: 'A deposit bag of Thursday turned up' },
  },
  'QUARRYHILL 1': { withheld: 6 },
  'STBRENDAN 2': {
    stories: [
      { aveDollars: 20, waitingCard: 33 },
      { aveDollars: 12, wrongPrice: 15 },
    ],
    shortCents: 500,
  },
  'PRAIRIESTAR 1': {
    stories: [{ shortWallet: 18, declinedCard: 30 }, { waitingCard: 44 }],
    declined: 'uncollected',
    shipped: 0.4,
  },
  'RIVERBEND 1': {
    stories: [{ declinedCard: 25, cancelledCard: 41, waitingCard: 52 }, { aveDollars: 30 }],
    missingAtDelivery: 7,
    declined: 'cancel',
  },
};
