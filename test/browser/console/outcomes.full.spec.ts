import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OUTCOME_FAULTS, type OutcomeFault } from '../../admin/outcome-faults.js';
import { faultyChannels, provokeFault } from '../../admin/provoke-fault.js';
import { type Person } from '../../admin/people.js';
import { type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';
import { findBarriers } from './accessibility.js';
import { ConsoleHarness, type Visit } from './console-harness.js';

describe('the page of a request that failed', () => {
  let upstream: FakeUpstream;
  const harness = ConsoleHarness.forSuite({
    gateway: async () => {
      upstream = await startFakeUpstream();
      return { channels: await faultyChannels(upstream) };
    },
  });
  let admin: Person;
  let visit: Visit;

  beforeAll(async () => {
    admin = await harness.people.signedIn('admin');
    visit = await harness.visit({ as: admin, isLasting: true });
  });

  afterAll(() => upstream.close());

  it.each(OUTCOME_FAULTS)('$name shows the reason first', async (fault: OutcomeFault) => {
    const { gateway } = harness;
    gateway.forgetFaults();
    const id = await provokeFault(fault, { gateway, upstream, admin });
    const { page } = visit;
    await visit.navigateTo(`/requests/${id}`);
    const alert = page.getByRole('alert');
    await alert.getByText(fault.sentence, { exact: true }).waitFor();
    await page.getByText(fault.label, { exact: true }).first().waitFor();
    const { message } = (fault.detail ?? {}) as { message?: unknown };
    const attempts = page.getByRole('list', { name: /^Attempts/ });
    if (typeof message === 'string') {
      await alert.getByText(message, { exact: true }).waitFor();
      await attempts.getByText(message, { exact: true }).waitFor();
    }
    expect(await alert.innerText()).toContain(fault.text ?? 'The client received an error.');
    expect(await findBarriers(page)).toEqual([]);
  });
});
