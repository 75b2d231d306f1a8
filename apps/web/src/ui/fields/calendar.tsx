import { DatePicker } from '@mantine/dates';
import type { ReactNode } from 'react';
import '@mantine/dates/styles.layer.css';
import { Behavior } from '../mantine.tsx';
import { Popover, type PopoverButton } from '../popover.tsx';
import './calendar.css';

type CalendarPopoverProps = {
  day: string | undefined;
  onPick: (day: string) => void;
  onClose: () => void;
  button: (props: PopoverButton) => ReactNode;
};

/** Month calendar to pick a day from, anchored to the button that opened it. */
export function CalendarPopover({ day, onPick, onClose, button }: CalendarPopoverProps) {
  return (
    <Popover label="Calendar" align="end" startsOpen onClose={onClose} button={button}>
      {(close) => (
        <Behavior>
          <div className="calendar">
            <DatePicker
              value={day ?? null}
              {...(day && { defaultDate: day })}
              firstDayOfWeek={0}
              highlightToday
              size="sm"
              onChange={(picked) => {
                if (picked) onPick(picked);
                close();
              }}
            />
          </div>
        </Behavior>
      )}
    </Popover>
  );
}
