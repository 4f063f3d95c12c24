import { type Transaction } from '#database';
import { type SourceFacts } from '#models';
import { ModelUpdateError } from './model-update-error.js';
import { type ReadSource } from './read-source.js';

interface SerialRow {
  serial: string;
  sha256: string;
}

/** The highest applied serial for each key and form of data. */
export class UpdateSerialRepository {
  constructor(private readonly transaction: Pick<Transaction, 'query'>) {}

  /** Throws a ModelUpdateError if signed data has no serial, or is not newer than the applied data. */
  async check({ name, sha256, signer }: ReadSource, { form, serial }: SourceFacts): Promise<void> {
    if (signer === undefined) return;
    if (serial === undefined) {
      throw new ModelUpdateError('untrusted', `${name} is signed but has no "serial".`);
    }
    const [applied] = await this.transaction.query<SerialRow[]>(
      'SELECT serial, sha256 FROM model_update_serials WHERE signer = $1 AND form = $2',
      [signer, form],
    );
    if (applied === undefined || serial > Number(applied.serial) || applied.sha256 === sha256) return;
    throw new ModelUpdateError(
      'untrusted',
      serial < Number(applied.serial)
        ? `${name} has the serial ${serial}, but ${applied.serial} was already applied: it is an older update.`
        : `${name} has the serial ${serial}, which was already applied with different content.`,
    );
  }

  async store({ sha256, signer }: ReadSource, { form, serial }: SourceFacts): Promise<void> {
    if (signer === undefined) return;
    await this.transaction.query(
      `INSERT INTO model_update_serials (signer, form, serial, sha256) VALUES ($1, $2, $3, $4)
       ON CONFLICT (signer, form)
       DO UPDATE SET serial = excluded.serial, sha256 = excluded.sha256, applied_at = now()`,
      [signer, form, serial, sha256],
    );
  }
}
