import { type TestGateway, startTestGateway } from '../harness/index.js';
import { People } from './people.js';

/** What many subjects of the admin API share: each makes what it looks at itself, and looks at nothing else. */
export interface AdminStage {
  gateway: TestGateway;
  people: People;
}

export async function openAdminStage(): Promise<AdminStage> {
  const gateway = await startTestGateway({ environment: { TRUST_PROXY: '127.0.0.1' } });
  return { gateway, people: await People.of(gateway) };
}
