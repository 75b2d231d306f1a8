import { seasonName, toSeason, seasonsAround } from '@pos/contract/fairs/seasons';
import { uploadsApi } from '@pos/contract/imports/uploads';
import { today } from '@pos/contract/values/clock';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { saveFile } from '#web/lib/api/api.ts';
import { failureText } from '#web/lib/api/failure.ts';
import { HERE } from '#web/lib/input/time.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { boxClass } from '#web/ui/fields/box-class.ts';
import { Notice } from '#web/ui/messages/notice.tsx';

/** Downloads the price list of a season, ready to be changed and uploaded. */
export function PriceListCard() {
  const [season, setSeason] = useState(toSeason(today(HERE)));
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const download = async (): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    await saveFile(uploadsApi.priceList, { query: { season } }).catch(setError);
    setIsBusy(false);
  };
  return (
    <Card
      title="Price list of a season"
      intro="All active titles with their prices at fairs that start in the season. Download it, change prices, and upload it below."
    >
      <div className="row wrapping">
        <span>
          <select
            aria-label="Season"
            className={boxClass(false)}
            value={season}
            onChange={({ target }) => setSeason(target.value)}
          >
            {seasonsAround(today(HERE)).map((each) => (
              <option key={each} value={each}>
                {seasonName(each)}
              </option>
            ))}
          </select>
        </span>
        <Button busy={isBusy && 'Downloading…'} onClick={() => void download()}>
          <IconDownload size={16} stroke={1.75} aria-hidden /> Download the price list
        </Button>
      </div>
      {error !== undefined && <Notice kind="bad">{failureText(error).message}</Notice>}
    </Card>
  );
}
