import { declared, nested } from '../input/field.js';
import { Flag, Line, Moment, Name, OneOf, Typed, Uuid, Whole } from '../input/fields.js';
import { Facts } from '../input/measures.js';
import { EntryOverrideView } from './entry-override.js';

const KINDS = ['channel', 'model', 'owner', 'token'] as const;
const MANY = { min: 0, max: 1_000_000 };
const NUMBERS = { min: 1, max: 2_147_483_647 };
const SENTENCE = { min: 1, max: 4000 };

const OPTIONAL = { optional: true } as const;

/** A file, and how it is to be applied. */
export class ConfigDiffInput {
  @Facts({
    description:
      'What the file says under `channels`, `tokens`, `owners` and `models`, with values in the place of `${NAME}`, and its `generation`.',
  })
  config: object;

  @Typed(SENTENCE, {
    ...OPTIONAL,
    description: 'Of whoever runs a command beside the database: the machine and path of the file.',
  })
  place?: string;
}

export class ConfigApplyInput extends ConfigDiffInput {
  @Flag({ ...OPTIONAL, description: 'Change nothing, and say what would change.' })
  dry_run: boolean = false;

  @Flag({ ...OPTIONAL, description: 'Also where it disables more than may happen by accident.' })
  allow_disable: boolean = false;

  @Flag({ ...OPTIONAL, description: 'Also a file whose generation is not higher than the one that counts.' })
  allow_older: boolean = false;
}

export class ConfigExportQuery {
  @Flag({ ...OPTIONAL, description: 'Also what a config file declares.' })
  all: boolean = false;

  @Flag({
    ...OPTIONAL,
    description: 'With the values of the secrets: for commands beside the database only.',
  })
  secrets: boolean = false;
}

export class ConfigGenerationView {
  @Whole(NUMBERS, { description: 'The one that the file names, or else one more than the last.' })
  generation: number;

  @Line({ description: 'Of the entries that the file declares.' })
  hash: string;

  @OneOf(['start', 'command', 'api'], { description: 'How it came.' })
  source: string;

  @Line()
  applied_by: string;

  @Moment()
  applied_at: string;
}

export class ListedOverrideView extends EntryOverrideView {
  @Uuid()
  id: string;

  @OneOf(['channel', 'token'])
  kind: string;

  @Name()
  name: string;
}

/** Which config file counts. */
export class ConfigStateView {
  @nested(() => ConfigGenerationView, { nullable: true, description: 'Null where none was ever applied.' })
  current: ConfigGenerationView | null;

  @nested(() => ListedOverrideView, {
    list: MANY,
    description: 'What was switched against the file, and has not been cleared.',
  })
  overrides: ListedOverrideView[];
}

export class ConfigChangeView {
  @OneOf(KINDS)
  kind: string;

  @Line()
  name: string;

  @OneOf(['created', 'changed', 'adopted', 'enabled', 'disabled'], {
    description: 'adopted: it is as it was, but the file declares it now.',
  })
  change: string;

  @Line({ list: { min: 0, max: 1000 }, description: 'The names of what is different.' })
  fields: string[];

  @Facts({
    description: 'By field, `from` what `to` what; of a secret only that it is another one: `changed`.',
  })
  values: object;
}

export class ConfigRefusalView {
  @OneOf(['older', 'conflict', 'disables'], {
    description: 'conflict: it names the generation that counts, and declares something else.',
  })
  reason: string;

  @Typed(SENTENCE)
  message: string;

  @Line({ list: MANY, description: 'What would be disabled.' })
  disabled: string[];
}

export class ConfigDiffView extends ConfigStateView {
  @nested(() => ConfigRefusalView, { nullable: true, description: 'Why it would not be applied as it is.' })
  refusal: ConfigRefusalView | null;

  @nested(() => ConfigChangeView, { list: MANY })
  changes: ConfigChangeView[];
}

class ConfigTokenView {
  @Name()
  name: string;

  @Line({ description: 'The key itself. It is shown only now.' })
  key: string;
}

export class ConfigAppliedView extends ConfigDiffView {
  @Flag()
  dry_run: boolean;

  @nested(() => ConfigTokenView, { list: MANY, description: 'Those that were given a key.' })
  issued_tokens: ConfigTokenView[];
}

/** What a config file is to say beside what it says already. */
export class ConfigExportView {
  @declared({ type: 'object' }, { description: 'Lists of entries by section, and `settings` by path.' })
  additions: object;

  @Line({ list: MANY, description: 'The environment variables that they name.' })
  variables: string[];

  @Facts({ optional: true, description: 'What these have to hold, where it was asked for.' })
  secrets?: object;
}
