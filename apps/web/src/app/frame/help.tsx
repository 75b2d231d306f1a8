import { Popover } from '@mantine/core';
import { IconHelp, IconMail, IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#web/lib/api.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/notice.tsx';

/** Customer service: the e-mail and phone of the settings. */
export function Help() {
  const [isOpen, setIsOpen] = useState(false);
  const { data, isError } = useQuery({ queryKey: ['settings'], queryFn: ({ signal }) => api.settings.get(undefined, { signal }), enabled: isOpen, staleTime: 10 * 60_000 });
  const info = data?.data;
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" offset={6} trapFocus returnFocus>
      <Popover.Target>
        <IconButton label="Help" onClick={() => setIsOpen(!isOpen)}>
          <IconHelp size={20} stroke={1.75} aria-hidden />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Help">
        <div className="help" tabIndex={-1} data-autofocus>
          <h2>Customer service</h2>
          {info ? (
            <>
              <a href={`mailto:${info.supportEmail}`} className="row">
                <IconMail size={16} aria-hidden /> {info.supportEmail}
              </a>
              {info.supportPhone && (
                <a href={`tel:${info.supportPhone.replace(/[^+\d]/g, '')}`} className="row num">
                  <IconPhone size={16} aria-hidden /> {info.supportPhone}
                </a>
              )}
              <p className="meta">
                {info.companyName} · version {info.version}
              </p>
            </>
          ) : isError ? (
            <p className="meta">The contact could not be loaded. Please ask your Admin.</p>
          ) : (
            <Skeleton width={180} />
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
