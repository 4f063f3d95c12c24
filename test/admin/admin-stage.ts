import { type TestGateway, startTestGateway } from '../harness/index.js';
import { People } from './people.js';

/** What the suites of the admin API share: each creates the objects that it reads, and reads no others. */
export interface AdminStage {
  gateway: TestGateway;
  people: People;
}

export async function openAdminStage(): Promise<AdminStage> {
  const gateway = await startTestGateway({ environment: { TRUST_PROXY: '127.0.0.1' } });
  return { gateway, people: await People.of(gateway) };
}
