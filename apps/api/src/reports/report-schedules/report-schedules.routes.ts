import { reportSchedulesApi } from '@pos/contract/reports/report-schedules';
import type { Db } from '#api/db/db.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { getPage } from '#api/lists/paging.ts';
import { findSends } from './report-sends.queries.ts';
import {
  addSchedule,
  changeScheduleStatus,
  deleteSchedule,
  readSchedule,
  readSchedules,
  sendNow,
  updateSchedule,
} from './report-schedules.service.ts';

/** Reports that are sent by email at set times. */
export function reportSchedules(db: Db): Feature {
  return feature(reportSchedulesApi, {
    list: async () => ({ data: await readSchedules(db) }),
    getById: async ({ params }) => ({ data: await readSchedule(db, params.id) }),
    sends: async ({ params, query }) => {
      await readSchedule(db, params.id);
      const { results, total } = await findSends(db, params.id, query);
      return getPage(results, total, query);
    },
    add: async ({ tx, admin, actor, body }) => ({
      message: 'Report scheduled.',
      data: await addSchedule(tx, admin, actor, body),
    }),
    update: async ({ admin, actor, params, body }) => ({
      message: 'Schedule saved.',
      data: await updateSchedule(db, admin, actor, params.id, body),
    }),
    changeStatus: async ({ actor, params, body }) => ({
      message: body.status === 'active' ? 'Schedule resumed.' : 'Schedule paused.',
      data: await changeScheduleStatus(db, actor, params.id, body.status),
    }),
    sendNow: async ({ admin, actor, params }) => {
      await sendNow(db, admin.id, actor, params.id);
      return { message: 'The report is on its way.', data: params };
    },
    delete: async ({ actor, params }) => {
      await deleteSchedule(db, actor, params.id);
      return { message: 'Schedule deleted.', data: params };
    },
  });
}
