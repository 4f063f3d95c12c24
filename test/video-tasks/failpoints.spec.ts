import { describe } from '@jest/globals';
import { FAILPOINT_CASES, type FailpointCase } from './failpoint-case.js';
import { testFailpoints } from './test-failpoints.js';

/** Where ids get lost; everything else is in the full run. */
function isDangerous({ failpoint, fate, tier }: FailpointCase): boolean {
  const isAboutId = failpoint.includes('upstream') || failpoint.includes('spool');
  return (isAboutId || tier === 'list') && fate !== 'zombie';
}

describe('a worker that dies or sleeps at a bad moment', () => {
  testFailpoints(FAILPOINT_CASES.filter(isDangerous));
});
