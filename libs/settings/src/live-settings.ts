import { type Config } from '#config';
import { resolveSettings, toValues } from './resolve-settings.js';
import { type SettingRepository } from './setting.repository.js';
import { type SettingValues } from './setting-values.js';

/** The current settings, in memory. */
export class LiveSettings {
  private values: SettingValues;
  /** Loads run one after the other: otherwise an older one that ends later would restore outdated values. */
  private lastLoad: Promise<void> = Promise.resolve();

  constructor(
    private readonly repository: Pick<SettingRepository, 'findAll'>,
    private readonly file: Config['file'],
  ) {
    this.values = toValues(resolveSettings(file, []));
  }

  /** The same object until a reload. */
  get current(): SettingValues {
    return this.values;
  }

  /** A getter for a value that is computed from the settings, and computed again only after a reload. */
  derive<Derived>(compute: (values: SettingValues) => Derived): () => Derived {
    let from = this.values;
    let derived = compute(from);
    return () => {
      if (this.values === from) return derived;
      from = this.values;
      derived = compute(from);
      return derived;
    };
  }

  reload(): Promise<void> {
    const load = this.lastLoad.then(() => this.load());
    this.lastLoad = load.catch(() => undefined);
    return load;
  }

  private async load(): Promise<void> {
    this.values = toValues(resolveSettings(this.file, await this.repository.findAll()));
  }
}
