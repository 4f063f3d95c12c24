import { declared, nested } from '../input/field.js';
import { Flag, Line, Moment, Name, OneOf, Typed, Uuid, Whole } from '../input/fields.js';
import { Facts } from '../input/measures.js';
import { EntryOverrideView } from './entry-override.js';

const KINDS = ['channel', 'model', 'owner', 'token'] as const;
const MANY = { min: 0, max: 1_000_000 };
const NUMBERS = { min: 1, max: 2_147_483_647 };
const SENTENCE = { min: 1, max: 4000 };

const OPTIONAL = { optional: true } as const;

/** A config file to compare. */
export class ConfigDiffInput {
  @Facts({
    description:
      'The `channels`, `tokens`, `owners` and `models` of the file, with values instead of `${NAME}`, and its `generation`.',
  })
  config: object;

  @Typed(SENTENCE, {
    ...OPTIONAL,
    description: 'For the command line: the machine and path of the file.',
  })
  place?: string;
}

export class ConfigApplyInput extends ConfigDiffInput {
  @Flag({ ...OPTIONAL, description: 'Report the changes without applying them.' })
  dry_run: boolean = false;

  @Flag({ ...OPTIONAL, description: 'Apply even if many entries would be disabled.' })
  allow_disable: boolean = false;

  @Flag({ ...OPTIONAL, description: 'Apply even if the generation is not newer than the active one.' })
  allow_older: boolean = false;
}

export class ConfigExportQuery {
  @Flag({ ...OPTIONAL, description: 'Include entries of the config file.' })
  all: boolean = false;

  @Flag({
    ...OPTIONAL,
    description: 'Include the values of secrets. Only for the command line on the database host.',
  })
  secrets: boolean = false;
}

export class ConfigGenerationView {
  @Whole(NUMBERS, { description: 'The generation of the file, or the previous one plus 1.' })
  generation: number;

  @Line({ description: 'Hash of the entries of the file.' })
  hash: string;

  @OneOf(['start', 'command', 'api'], { description: 'How it was applied.' })
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

/** The active config file. */
export class ConfigStateView {
  @nested(() => ConfigGenerationView, { nullable: true, description: 'Null if none has been applied.' })
  current: ConfigGenerationView | null;

  @nested(() => ListedOverrideView, {
    list: MANY,
    description: 'Overrides of the file.',
  })
  overrides: ListedOverrideView[];
}

export class ConfigChangeView {
  @OneOf(KINDS)
  kind: string;

  @Line()
  name: string;

  @OneOf(['created', 'changed', 'adopted', 'enabled', 'disabled'], {
    description: 'adopted: unchanged, but now declared by the file.',
  })
  change: string;

  @Line({ list: { min: 0, max: 1000 }, description: 'The names of the changed fields.' })
  fields: string[];

  @Facts({
    description: 'By field: `from` and `to`, or `changed` for secrets.',
  })
  values: object;
}

export class ConfigRefusalView {
  @OneOf(['older', 'conflict', 'disables'], {
    description: 'conflict: another file has been applied with the same generation.',
  })
  reason: string;

  @Typed(SENTENCE)
  message: string;

  @Line({ list: MANY, description: 'Entries that would be disabled.' })
  disabled: string[];
}

export class ConfigDiffView extends ConfigStateView {
  @nested(() => ConfigRefusalView, { nullable: true, description: 'Why it would be rejected.' })
  refusal: ConfigRefusalView | null;

  @nested(() => ConfigChangeView, { list: MANY })
  changes: ConfigChangeView[];
}

class ConfigTokenView {
  @Name()
  name: string;

  @Line({ description: 'The key. It is shown only once.' })
  key: string;
}

export class ConfigAppliedView extends ConfigDiffView {
  @Flag()
  dry_run: boolean;

  @nested(() => ConfigTokenView, { list: MANY, description: 'Tokens that were issued a key.' })
  issued_tokens: ConfigTokenView[];
}

/** Additions to a config file. */
export class ConfigExportView {
  @declared({ type: 'object' }, { description: 'Lists of entries by section, and `settings` by path.' })
  additions: object;

  @Line({ list: MANY, description: 'The environment variables that are used.' })
  variables: string[];

  @Facts({ optional: true, description: 'Their values, if requested.' })
  secrets?: object;
}
