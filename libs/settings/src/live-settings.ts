import { type Config } from '#config';
import { resolveSettings, toValues } from './resolve-settings.js';
import { type SettingRepository } from './setting.repository.js';
import { type SettingValues } from './setting-values.js';

/** The settings of this moment, in memory. */
export class LiveSettings {
  private values: SettingValues;
  /** One reading at a time: an older one that ends later would bring back what has changed since. */
  private lastReading: Promise<void> = Promise.resolve();

  constructor(
    private readonly repository: Pick<SettingRepository, 'findAll'>,
    private readonly file: Config['file'],
  ) {
    this.values = toValues(resolveSettings(file, []));
  }

  /** The same object until something changes. */
  get current(): SettingValues {
    return this.values;
  }

  /** Something that is made of the settings: made anew only when they have changed. */
  derive<Derived>(make: (values: SettingValues) => Derived): () => Derived {
    let from = this.values;
    let derived = make(from);
    return () => {
      if (this.values === from) return derived;
      from = this.values;
      derived = make(from);
      return derived;
    };
  }

  reload(): Promise<void> {
    const reading = this.lastReading.then(() => this.read());
    this.lastReading = reading.catch(() => undefined);
    return reading;
  }

  private async read(): Promise<void> {
    this.values = toValues(resolveSettings(this.file, await this.repository.findAll()));
  }
}
