import { walletCardsApi } from '@pos/contract/students/wallet-cards';
import type { Db } from '#api/db/db.ts';
import { missing } from '#api/http/failure.ts';
import { feature, FileAnswer, type Feature } from '#api/http/feature.ts';
import { findCards } from './wallet-cards.queries.ts';
import { drawCards } from './wallet-cards-worker.ts';

/** Cards with which registers find a student by a scan. */
export function walletCards(db: Db): Feature {
  return feature(walletCardsApi, {
    print: async ({ query }) => {
      const { cards, companyName } = await findCards(db, query.ids);
      if (cards.length < new Set(query.ids).size) throw missing('student');
      return new FileAnswer(
        'wallet-cards.pdf',
        'application/pdf',
        await drawCards({ cards, companyName, hasNames: query.names }),
      );
    },
  });
}
