import { IconHelp, IconMail, IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { Skeleton } from '#web/ui/notice.tsx';
import { Popover } from '#web/ui/popover.tsx';

/** Customer service: the e-mail and phone of the settings. */
export function Help() {
  return (
    <Popover
      label="Help"
      align="end"
      button={(props) => (
        <button type="button" {...props} className="iconbtn" aria-label="Help" title="Help">
          <IconHelp size={20} stroke={1.75} aria-hidden />
        </button>
      )}
    >
      {() => <Contact />}
    </Popover>
  );
}

function Contact() {
  const { data, isError } = useQuery({ queryKey: ['settings', 'contact'], queryFn: ({ signal }) => api.settings.get(undefined, { signal }), staleTime: 10 * 60_000 });
  const info = data?.data;
  return (
    <div className="help">
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
            {info.companyName} · version {info.appVersion}
          </p>
        </>
      ) : isError ? (
        <p className="meta">The contact could not be loaded. Please ask your Admin.</p>
      ) : (
        <Skeleton width={180} />
      )}
    </div>
  );
}
