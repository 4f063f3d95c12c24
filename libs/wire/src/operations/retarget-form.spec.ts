import { describe, expect, it } from '@jest/globals';
import { retargetForm } from './form-reader.js';

describe('retargetForm', () => {
  it('replaces the model, and nothing else', () => {
    const file = { path: '/spool/1', sizeBytes: 1, mediaType: 'audio/wav' };
    const form = [
      { name: 'file', file },
      { name: 'model', value: 'public' },
      { name: 'x', value: '' },
    ];
    expect(retargetForm(form, 'own')).toEqual([
      { name: 'file', file },
      { name: 'model', value: 'own' },
      { name: 'x', value: '' },
    ]);
  });

  it('adds a missing model', () => {
    expect(retargetForm([{ name: 'prompt', value: 'p' }], 'own')).toEqual([
      { name: 'model', value: 'own' },
      { name: 'prompt', value: 'p' },
    ]);
  });
});
