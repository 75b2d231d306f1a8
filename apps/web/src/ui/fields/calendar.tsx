import { Popover } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import type { ReactElement } from 'react';
import '@mantine/dates/styles.layer.css';
import './calendar.css';

type CalendarPopoverProps = { day: string | undefined; onPick: (day: string) => void; onClose: () => void; button: ReactElement };

/** The month to pick a day from, below the button that opened it. */
export function CalendarPopover({ day, onPick, onClose, button }: CalendarPopoverProps) {
  return (
    <Popover opened onChange={(isOpen) => !isOpen && onClose()} position="bottom-end" offset={6} trapFocus returnFocus>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label="Calendar">
        <DatePicker
          value={day ?? null}
          {...(day && { defaultDate: day })}
          firstDayOfWeek={0}
          highlightToday
          size="sm"
          onChange={(picked) => {
            if (picked) onPick(picked);
            onClose();
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
