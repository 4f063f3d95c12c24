import { describe, expect, it } from '@jest/globals';
import { retargetForm } from './form-reader.js';

describe('retargetForm', () => {
  it('changes the model where it stands, and nothing else', () => {
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

  it('names a model that was left out', () => {
    expect(retargetForm([{ name: 'prompt', value: 'p' }], 'own')).toEqual([
      { name: 'model', value: 'own' },
      { name: 'prompt', value: 'p' },
    ]);
  });
});
