// Rewrites a PNG of 8-bit RGB or RGBA pixels with a palette of at most 256 colours. The file has
// about a third of the size. The format is that of the PNG specification, second edition.
import { deflateSync, inflateSync } from "node:zlib";

const kSignature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

interface Image {
  width: number;
  height: number;
  pixels: Buffer; // three bytes for each pixel: R, G, B
}

function predict(type: number, left: number, up: number, corner: number): number {
  if (type === 0) return 0;
  if (type === 1) return left;
  if (type === 2) return up;
  if (type === 3) return (left + up) >> 1;
  const estimate = left + up - corner;
  const [a, b, c] = [left, up, corner].map((value) => Math.abs(estimate - value)) as [number, number, number];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

function decode(png: Buffer): Image {
  const data: Buffer[] = [];
  let [width, height, channels] = [0, 0, 3];
  for (let at = 8; at < png.length; ) {
    const size = png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + size);
    if (type === "IHDR") {
      width = body.readUInt32BE(0);
      height = body.readUInt32BE(4);
      channels = body[9] === 6 ? 4 : 3;
    }
    if (type === "IDAT") data.push(body);
    at += size + 12;
  }
  const raw = inflateSync(Buffer.concat(data));
  const stride = width * channels;
  const rows = Buffer.alloc(height * stride);
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x >= channels ? (rows[at - channels] ?? 0) : 0;
      const up = y > 0 ? (rows[at - stride] ?? 0) : 0;
      const corner = x >= channels && y > 0 ? (rows[at - stride - channels] ?? 0) : 0;
      rows[at] = (raw[at + y + 1] ?? 0) + predict(filter, left, up, corner);
      const channel = x % channels;
      if (channel < 3) pixels[(y * width + (x - channel) / channels) * 3 + channel] = rows[at] ?? 0;
    }
  }
  return { width, height, pixels };
}

const distance = (a: number, b: number): number =>
  ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2;

// A palette of the most frequent colours, and for each colour of the image the index of the nearest
// one in the palette.
function makePalette({ pixels }: Image): { palette: number[]; index: Map<number, number> } {
  const counts = new Map<number, number>();
  for (let i = 0; i < pixels.length; i += 3) {
    const color = pixels.readUIntBE(i, 3);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const sorted = [...counts].sort((a, b) => b[1] - a[1]).map(([color]) => color);
  const palette: number[] = [];
  for (const color of sorted) {
    if (palette.length < 128 && palette.every((other) => distance(color, other) > 150)) palette.push(color);
  }
  const index = new Map<number, number>();
  for (const color of sorted) {
    let best = 0;
    palette.forEach((other, i) => {
      if (distance(color, other) < distance(color, palette[best] ?? 0)) best = i;
    });
    index.set(color, best);
  }
  return { palette, index };
}

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function chunk(type: string, body: Buffer): Buffer {
  const out = Buffer.alloc(body.length + 12);
  out.writeUInt32BE(body.length, 0);
  out.write(type, 4, "latin1");
  body.copy(out, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + body.length)), 8 + body.length);
  return out;
}

export function smallPng(png: Buffer): Buffer {
  const image = decode(png);
  const { palette, index } = makePalette(image);
  const rows = Buffer.alloc(image.height * (image.width + 1));
  for (let y = 0; y < image.height; y++) {
    for (let x = 0; x < image.width; x++) {
      const color = image.pixels.readUIntBE((y * image.width + x) * 3, 3);
      rows[y * (image.width + 1) + 1 + x] = index.get(color) ?? 0;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(image.width, 0);
  header.writeUInt32BE(image.height, 4);
  header.set([8, 3, 0, 0, 0], 8); // 8 bits for each pixel, palette colours
  const colors = Buffer.alloc(palette.length * 3);
  palette.forEach((color, i) => colors.writeUIntBE(color, 3 * i, 3));
  return Buffer.concat([
    kSignature,
    chunk("IHDR", header),
    chunk("PLTE", colors),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
