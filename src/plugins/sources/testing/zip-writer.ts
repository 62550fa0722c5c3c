// Writes zip files, honest and other ones.
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string | Buffer;
  readonly data?: Buffer | string;
  /** With the kind of file in the upper bits. */
  readonly mode?: number;
  readonly stored?: boolean;
  /** A checksum other than the true one. */
  readonly crc?: number;
  /** A size other than the true one. */
  readonly claimed?: number;
  readonly flags?: number;
  readonly method?: number;
}

const UTF8 = 0x800;

export function zip(entries: readonly ZipEntry[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const data = Buffer.from(entry.data ?? '');
    const body = entry.stored === true ? data : deflateRawSync(data);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(entry.flags ?? UTF8, 2);
    fields.writeUInt16LE(entry.method ?? (entry.stored === true ? 0 : 8), 4);
    fields.writeUInt32LE(entry.crc ?? crc32(data), 10);
    fields.writeUInt32LE(body.byteLength, 14);
    fields.writeUInt32LE(entry.claimed ?? data.byteLength, 18);
    fields.writeUInt16LE(name.byteLength, 22);
    local.push(Buffer.from('PK\u0003\u0004', 'latin1'), fields, name, body);
    const more = Buffer.alloc(14);
    more.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    more.writeUInt32LE(offset, 10);
    const made = Buffer.from([20, 3]);
    central.push(Buffer.from('PK\u0001\u0002', 'latin1'), made, fields, more, name);
    offset += 4 + fields.byteLength + name.byteLength + body.byteLength;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.byteLength, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, directory, Buffer.from('PK\u0005\u0006', 'latin1'), end]);
}
