import { describe, expect, it } from '@jest/globals';
import { FIRST_DRAFT, checkDraft } from './draft.js';

describe('a draft of the settings', () => {
  it('says nothing at first', () => {
    expect(checkDraft(FIRST_DRAFT, 'chat')).toEqual({
      settings: { system: '', stop: [], isStreamed: true, toolChoice: 'auto', tools: [] },
      errors: {},
    });
  });

  it('takes tools and a schema only where they are switched on', () => {
    const { settings } = checkDraft({ ...FIRST_DRAFT, hasTools: true, hasSchema: true }, 'chat');
    expect(settings?.tools).toMatchObject([{ name: 'get_weather' }]);
    expect(settings?.schema).toMatchObject({ type: 'object' });
  });

  it('is no settings while its JSON is broken', () => {
    const { settings, errors } = checkDraft({ ...FIRST_DRAFT, hasTools: true, toolsText: '[' }, 'chat');
    expect(settings).toBeUndefined();
    expect(errors.tools).toBeDefined();
    expect(checkDraft({ ...FIRST_DRAFT, toolsText: '[' }, 'chat').errors).toEqual({});
  });

  it('leaves out what the format does not know', () => {
    const draft = { ...FIRST_DRAFT, effort: 'minimal' as const, stop: ['x'] };
    expect(checkDraft(draft, 'chat').settings).toMatchObject({ effort: 'minimal', stop: ['x'] });
    expect(checkDraft(draft, 'responses').settings).toMatchObject({ effort: 'minimal', stop: [] });
    expect(checkDraft(draft, 'messages').settings).toMatchObject({ effort: undefined, stop: ['x'] });
  });
});
