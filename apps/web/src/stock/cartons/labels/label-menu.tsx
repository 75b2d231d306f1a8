import type { LabelPaper } from '@pos/contract/stock/cartons';
import type { saveFile } from '#web/lib/api/api.ts';
import { IconBarcode, IconChevronDown } from '@tabler/icons-react';
import { Button } from '#web/ui/buttons/button.tsx';
import { usePdf } from '#web/ui/files/print.tsx';
import { ActionMenu } from '#web/ui/overlays/menu.tsx';

type LabelMenuProps = {
  /** "Print labels", or "Print label" for one carton. */
  label: string;
  /** Fetches the labels on a paper and gives them to the person. */
  print: (give: typeof saveFile, paper: LabelPaper) => Promise<void>;
};

/** Button that prints carton labels on a label printer or on US Letter. */
export function LabelMenu({ label, print }: LabelMenuProps) {
  const pdf = usePdf('The labels');
  const printOn = (paper: LabelPaper) => (): void => void pdf.run((give) => print(give, paper));
  return (
    <ActionMenu
      label={label}
      button={(props) => (
        <Button {...props} busy={pdf.isBusy && 'Preparing…'}>
          <IconBarcode size={16} stroke={1.75} aria-hidden /> {label}
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </Button>
      )}
      actions={[
        { label: 'On 4 × 6 inch labels', run: printOn('label') },
        { label: 'On Letter, four to a page', run: printOn('letter') },
      ]}
    />
  );
}
