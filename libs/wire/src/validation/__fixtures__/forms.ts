import { type Form } from '#canonical';

const recording = { file: { path: '/a.wav', fileName: 'a.wav', mediaType: 'audio/wav', sizeBytes: 1 } };

export const FORMS: Record<'transcription' | 'translation' | 'imageEdit', Form> = {
  transcription: [{ name: 'model', value: 'm' }, { name: 'file', ...recording }] as Form,
  translation: [{ name: 'model', value: 'm' }, { name: 'file', ...recording }] as Form,
  imageEdit: [
    { name: 'model', value: 'm' },
    { name: 'prompt', value: 'a' },
    { name: 'image', file: { path: '/a.png', fileName: 'a.png', mediaType: 'image/png', sizeBytes: 1 } },
  ] as Form,
};
