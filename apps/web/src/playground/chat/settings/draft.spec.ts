import { describe, expect, it } from '@jest/globals';
import { DEFAULT_DRAFT, checkDraft } from './draft.js';

describe('checkDraft', () => {
  it('returns no optional settings for the default draft', () => {
    expect(checkDraft(DEFAULT_DRAFT, 'chat')).toEqual({
      settings: { system: '', stop: [], isStreamed: true, toolChoice: 'auto', tools: [] },
      errors: {},
    });
  });

  it('reads tools and schema if they are turned on', () => {
    const { settings } = checkDraft({ ...DEFAULT_DRAFT, hasTools: true, hasSchema: true }, 'chat');
    expect(settings?.tools).toMatchObject([{ name: 'get_weather' }]);
    expect(settings?.schema).toMatchObject({ type: 'object' });
  });

  it('returns no settings while JSON is invalid', () => {
    const { settings, errors } = checkDraft({ ...DEFAULT_DRAFT, hasTools: true, toolsText: '[' }, 'chat');
    expect(settings).toBeUndefined();
    expect(errors.tools).toBeDefined();
    expect(checkDraft({ ...DEFAULT_DRAFT, toolsText: '[' }, 'chat').errors).toEqual({});
  });

  it('removes what the format does not support', () => {
    const draft = { ...DEFAULT_DRAFT, effort: 'minimal' as const, stop: ['x'] };
    expect(checkDraft(draft, 'chat').settings).toMatchObject({ effort: 'minimal', stop: ['x'] });
    expect(checkDraft(draft, 'responses').settings).toMatchObject({ effort: 'minimal', stop: [] });
    expect(checkDraft(draft, 'messages').settings).toMatchObject({ effort: undefined, stop: ['x'] });
  });
});
