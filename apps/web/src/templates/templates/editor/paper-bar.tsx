import { fairsApi } from '@pos/contract/fairs/fairs';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useEffect } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { RECORDS } from '#web/lib/lists/records.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Button, IconButton } from '#web/ui/buttons/button.tsx';
import { AsyncSelectField } from '#web/ui/fields/combo/combo-fields.tsx';
import * as styles from './editor.module.css';
import * as boxStyles from '#web/ui/fields/box.module.css';

/** Pixels per point, or fitted to the width. */
export type Zoom = 'fit' | number;
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

type PaperBarProps = {
  pages: number;
  page: number;
  onPage: (page: number) => void;
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  onFair: (fairId: string | null) => void;
};

/** Bar above the page: page number, zoom, and the fair of the preview. */
export function PaperBar({ pages, page, onPage, zoom, onZoom, onFair }: PaperBarProps) {
  const at = zoom === 'fit' ? 1 : zoom;
  const larger = ZOOMS.find((one) => one > at);
  const smaller = ZOOMS.findLast((one) => one < at);
  return (
    <div className={styles.paperBar}>
      {pages > 1 && (
        <label className="row">
          <span className="caption">Page</span>
          <select
            className={`${boxStyles.box} ${boxStyles.small}`}
            value={page}
            onChange={({ target }) => onPage(Number(target.value))}
          >
            {Array.from({ length: pages }, (_, index) => (
              <option key={index} value={index + 1}>
                {index + 1} of {pages}
              </option>
            ))}
          </select>
        </label>
      )}
      <span className="row">
        <IconButton
          label="Zoom out"
          aria-disabled={smaller === undefined}
          onClick={() => smaller && onZoom(smaller)}
        >
          <IconZoomOut size={18} aria-hidden />
        </IconButton>
        <Button
          size="sm"
          variant="quiet"
          aria-pressed={zoom === 'fit'}
          onClick={() => onZoom('fit')}
        >
          {zoom === 'fit' ? 'Fit' : `${Math.round(zoom * 100)}%`}
        </Button>
        <IconButton
          label="Zoom in"
          aria-disabled={larger === undefined}
          onClick={() => larger && onZoom(larger)}
        >
          <IconZoomIn size={18} aria-hidden />
        </IconButton>
      </span>
      <Allowed to={fairsApi.getFairOptions}>
        <PreviewFair onFair={onFair} />
      </Allowed>
    </div>
  );
}

/** Fair whose data the page shows; a sample fair until one is chosen. */
function PreviewFair({ onFair }: { onFair: (fairId: string | null) => void }) {
  const form = useForm<{ fairId: string | null }>({ defaultValues: { fairId: null } });
  const fairId = useWatch({ control: form.control, name: 'fairId' });
  useEffect(() => onFair(fairId), [fairId, onFair]);
  return (
    <FormProvider {...form}>
      <div className={styles.previewFair}>
        <AsyncSelectField
          name="fairId"
          label="Preview with"
          choices={RECORDS.fairs}
          placeholder="Sample fair"
        />
      </div>
    </FormProvider>
  );
}
