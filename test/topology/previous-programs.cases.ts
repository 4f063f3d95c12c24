import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, createEmptyDatabase, eventually } from '../harness/index.js';
import { makeDataFolder, removeFolder } from '../processes/running-modelgate.js';
import { findFreePort } from '../small-server/index.js';
import { RECORDED, prepareEnvironment, runSuccessfully } from '../upgrades/installation.js';
import { useEverything } from '../upgrades/use-everything.mjs';
import { Machine, type Program } from './machine.js';
import { type PreviousBuild } from './previous-build.js';

const ERROR_LINE = /^.*"level":(?:50|60).*$/gm;

export function describePreviousPrograms(getPrevious: () => PreviousBuild): void {
  describe('programs of the previous version on a database that this version has migrated', () => {
    const folder = makeDataFolder();
    const machines: Machine[] = [];
    let database: TestDatabase;
    let environment: Record<string, string>;

    beforeAll(async () => {
      database = await createEmptyDatabase();
      environment = {
        ...prepareEnvironment(folder),
        DATABASE_URL: database.url,
        MODELGATE_ADMIN_EMAIL: RECORDED.admin.email,
        MODELGATE_ADMIN_PASSWORD: RECORDED.admin.password,
        MODELGATE_ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
      };
      await runSuccessfully(['migrate'], environment);
    });

    afterAll(async () => {
      for (const machine of machines) await machine.kill();
      await database.drop();
      removeFolder(folder);
    });

    const start = async (program: Program): Promise<Machine> => {
      const machine = new Machine({
        name: program,
        program,
        port: await findFreePort(),
        folder,
        environment,
      });
      machines.push(machine);
      await machine.start(getPrevious().checkout);
      return machine;
    };

    it('store every kind of row, without an error in the log', async () => {
      const [api, worker] = [await start('api'), await start('worker')];
      await useEverything(api.origin);
      // Chats, responses, an image and a video.
      await eventually(async () => (await countEvents(database)) >= 7, 30_000);
      expect(await runSuccessfully(['ledger', 'verify'], environment)).toContain('no problems found');
      expect([await api.stop(), await worker.stop()]).toEqual([0, 0]);
      expect([api, worker].flatMap(({ stderr }) => stderr.match(ERROR_LINE) ?? [])).toEqual([]);
    });
  });
}

async function countEvents(database: TestDatabase): Promise<number> {
  const [row] = await database.query('SELECT count(*)::int AS events FROM usage_events');
  return Number(row?.['events']);
}
