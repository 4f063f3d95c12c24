import { randomBytes } from 'node:crypto';
import { type JsonObject } from '#canonical';
import { SecretBox, hashTokenKey } from '#secrets';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, LessThanOrEqual, MoreThan, type Repository } from 'typeorm';
import { ClientSecretEntity } from './client-secret.entity.js';

const PREFIX = 'ek_';
const RANDOM_BYTES = 32;

/** What a short-lived secret stands for. */
export interface ClientSecret {
  /** The token that asked for it. Whether that one is still good is for whoever uses the secret to ask. */
  tokenId: string;
  /** What its sessions begin with. */
  settings: JsonObject;
  expiresAt: Date;
}

/** Secrets for clients that nobody would trust with a token. Each may be used any number of times until it expires. */
@Injectable()
export class ClientSecretRepository {
  private readonly secrets: Repository<ClientSecretEntity>;

  constructor(
    @InjectDataSource() dataSource: DataSource,
    private readonly secretBox: SecretBox,
  ) {
    this.secrets = dataSource.getRepository(ClientSecretEntity);
  }

  /** The secret itself, to be shown once: only its hash is stored. */
  async create({ tokenId, settings, expiresAt }: ClientSecret): Promise<string> {
    const secret = PREFIX + randomBytes(RANDOM_BYTES).toString('base64url');
    const hash = hashTokenKey(secret);
    const sealed = this.secretBox.seal(JSON.stringify(settings), toPlace(hash));
    await this.secrets.insert({ hash, tokenId, settings: sealed, expiresAt });
    return secret;
  }

  async find(secret: string, now: Date): Promise<ClientSecret | undefined> {
    const hash = hashTokenKey(secret);
    const entity = await this.secrets.findOneBy({ hash, expiresAt: MoreThan(now) });
    if (entity === null) return undefined;
    const { tokenId, settings, expiresAt } = entity;
    const opened = JSON.parse(this.secretBox.open(settings, toPlace(hash))) as JsonObject;
    return { tokenId, settings: opened, expiresAt };
  }

  async deleteExpired(now: Date): Promise<number> {
    const { affected } = await this.secrets.delete({ expiresAt: LessThanOrEqual(now) });
    return affected ?? 0;
  }
}

function toPlace(hash: Buffer): string {
  return `client_secrets/${hash.toString('hex')}/settings`;
}
