import { randomBytes } from 'node:crypto';
import { GatewayError, type JsonObject } from '#canonical';
import { SecretBox, hashTokenKey } from '#secrets';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, IsNull, LessThanOrEqual, MoreThan, type Repository } from 'typeorm';
import { ClientSecretEntity } from './client-secret.entity.js';

const PREFIX = 'ek_';
const RANDOM_BYTES = 32;

/** The data of a short-lived secret for realtime sessions. */
export interface ClientSecret {
  /** The token that created it. Callers must check that this token is still valid. */
  tokenId: string;
  /** The hash of the session key that created it, if one did. The secret is valid only while that key is. */
  sessionKeyHash?: string;
  /** The initial settings of its sessions. */
  settings: JsonObject;
  expiresAt: Date;
}

/** Secrets for clients that must not have a token, such as browsers. Each can be used repeatedly until it expires. */
@Injectable()
export class ClientSecretRepository {
  private readonly secrets: Repository<ClientSecretEntity>;

  constructor(
    @InjectDataSource() dataSource: DataSource,
    private readonly secretBox: SecretBox,
  ) {
    this.secrets = dataSource.getRepository(ClientSecretEntity);
  }

  /** Returns the secret. It is shown once, because only its hash is stored. */
  async create({ tokenId, sessionKeyHash, settings, expiresAt }: ClientSecret): Promise<string> {
    const secret = PREFIX + randomBytes(RANDOM_BYTES).toString('base64url');
    const hash = hashTokenKey(secret);
    const sealed = this.secretBox.seal(JSON.stringify(settings), toSealContext(hash));
    const sessionHash = await this.findSessionHash(sessionKeyHash);
    await this.secrets.insert({ hash, tokenId, settings: sealed, sessionHash, expiresAt });
    return secret;
  }

  async find(secret: string, now: Date): Promise<ClientSecret | undefined> {
    const hash = hashTokenKey(secret);
    const entity = await this.secrets.findOneBy({ hash, expiresAt: MoreThan(now) });
    if (entity === null || entity.settings === null) return undefined;
    const { tokenId, settings, sessionHash, expiresAt } = entity;
    const opened = JSON.parse(this.secretBox.open(settings, toSealContext(hash))) as JsonObject;
    const sessionKeyHash = await this.findSessionKeyHash(sessionHash, now);
    return { tokenId, sessionKeyHash, settings: opened, expiresAt };
  }

  async deleteExpired(now: Date): Promise<number> {
    const { affected } = await this.secrets.delete({ expiresAt: LessThanOrEqual(now) });
    return affected ?? 0;
  }

  private async findSessionHash(sessionKeyHash: string | undefined): Promise<Buffer | null> {
    if (sessionKeyHash === undefined) return null;
    const key = await this.secrets.findOneBy({ hash: Buffer.from(sessionKeyHash, 'hex') });
    if (key === null) throw new GatewayError('unknown-token', 'The session of this token has ended.');
    return key.sessionHash;
  }

  /** If the key of the session has expired, returns an empty hash, which no token has. */
  private async findSessionKeyHash(sessionHash: Buffer | null, now: Date): Promise<string | undefined> {
    if (sessionHash === null) return undefined;
    const key = await this.secrets.findOneBy({ sessionHash, settings: IsNull(), expiresAt: MoreThan(now) });
    return key === null ? '' : key.hash.toString('hex');
  }
}

function toSealContext(hash: Buffer): string {
  return `client_secrets/${hash.toString('hex')}/settings`;
}
