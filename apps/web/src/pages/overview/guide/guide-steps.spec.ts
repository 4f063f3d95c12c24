import { describe, expect, it } from '@jest/globals';
import { type GuideFacts, guideSteps } from './guide-steps.js';

const FRESH: GuideFacts = {
  channels: [],
  tokens: [{ origin: 'setup', last_used_at: null, status: 'active' }],
  hasResponse: false,
};
const done = (facts: Partial<GuideFacts>) => guideSteps({ ...FRESH, ...facts }).map(({ isDone }) => isDone);

describe('guideSteps', () => {
  it('has no step done on a new gateway', () => {
    expect(done({})).toEqual([false, false, false, false]);
  });

  it('requires an enabled channel with a model', () => {
    expect(done({ channels: [{ models: [], enabled: true }] })).toEqual([true, false, false, false]);
    expect(done({ channels: [{ models: ['m'], enabled: false }] })).toEqual([true, false, false, false]);
    expect(done({ channels: [{ models: ['m'], enabled: true }] })).toEqual([true, true, false, false]);
  });

  it('counts the setup token only after it was used, and ignores revoked tokens', () => {
    const used = { origin: 'setup', last_used_at: '2026-01-01T00:00:00Z', status: 'active' };
    const created = { origin: 'console', last_used_at: null };
    expect(done({ tokens: [used] })[2]).toBe(true);
    expect(done({ tokens: [{ ...created, status: 'active' }] })[2]).toBe(true);
    expect(done({ tokens: [{ ...created, status: 'revoked' }] })[2]).toBe(false);
  });

  it('has only the steps that members can do', () => {
    const titles = guideSteps({ tokens: [], hasResponse: true }).map(({ title }) => title);
    expect(titles).toEqual(['Create a token', 'Get the first reply']);
  });
});
