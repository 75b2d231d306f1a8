import { useMutation } from '@tanstack/react-query';
import { api } from './api.ts';
import { useChange } from './calls.ts';

/** Cancels one of the user's own jobs. */
export const useCancelJob = () =>
  useChange([['jobs']], (id: string) => api.jobs.cancel({ params: { id } }));

/** Downloads a job's file from a one-time address: it streams to the disk, whatever its size. */
export function useDownload() {
  return useMutation({
    mutationFn: async (id: string) => {
      const { url } = (await api.jobs.ticket({ params: { id } })).data;
      Object.assign(document.createElement('a'), { href: url, download: '' }).click();
    },
  });
}
