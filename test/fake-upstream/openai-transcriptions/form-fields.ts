import type { ReceivedForm } from '../bodies/received-form.js';
import { typedFields } from '../bodies/typed-fields.js';
import type { Fields } from '../fields.js';

const LISTS = [
  'languages[]',
  'keywords[]',
  'timestamp_granularities[]',
  'include[]',
  'known_speaker_names[]',
  'known_speaker_references[]',
];

export function getFormFields(form: ReceivedForm): Fields {
  return typedFields(form, { numbers: ['temperature'], booleans: ['stream'], lists: LISTS });
}
