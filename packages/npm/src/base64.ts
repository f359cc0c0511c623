/** Decodes base64. */
export function decoded(text: string): BufferSource {
  const known = Uint8Array as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };
  return known.fromBase64?.(text) ?? Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
}
