import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireUtf8 } from './body.ts'
import { AppError } from './errors.ts'

/** The limits of docs/reference/security.md#files-and-exports. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024
const MAX_FIELDS = 60
const MAX_FIELD_BYTES = 20_480

/** Accepts forms with a picture, only for calls that declare one. */
export async function addMultipart(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: true,
    limits: {
      files: 1,
      fileSize: MAX_PICTURE_BYTES,
      fields: MAX_FIELDS,
      fieldSize: MAX_FIELD_BYTES,
      fieldNameSize: 100,
      headerPairs: 100,
    },
  })
}

export type SentForm = { body: Record<string, unknown>; picture: Buffer | undefined }

/**
 * Reads a form's fields as a body, and its picture. The sender is checked before the picture is read into memory, so a
 * client that sends its token in a field must send this field before the file. A field whose name ends in `[]`, or that
 * occurs twice, is a list.
 * @throws AppError INVALID_INPUT, BODY_TOO_LARGE, and the errors of `admit`
 */
export async function readForm(
  request: FastifyRequest,
  admit: (body: Record<string, unknown>) => Promise<unknown>,
): Promise<SentForm> {
  const body: Record<string, unknown> = Object.create(null)
  let picture: Buffer | undefined
  requireUtf8(request.headers['content-type'])
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        await admit({ ...body })
        picture = await part.toBuffer()
      } else {
        // The parser truncates a long field without an error, so the length is checked here.
        if (part.valueTruncated || part.fieldnameTruncated) throw new AppError('BODY_TOO_LARGE')
        addField(body, part.fieldname, part.value)
      }
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    const { statusCode } = error as { statusCode?: number }
    if (statusCode === 413) throw new AppError('BODY_TOO_LARGE', { cause: error })
    throw new AppError('INVALID_INPUT', { fields: { body: 'fieldInvalid' }, cause: error })
  }
  return { body: { ...body }, picture }
}

function addField(body: Record<string, unknown>, fieldName: string, value: unknown): void {
  if (typeof value !== 'string' || value.includes('\u0000') || !value.isWellFormed())
    throw new AppError('INVALID_INPUT', { fields: { [fieldName.slice(0, 100)]: 'fieldNotText' } })
  const isList = fieldName.endsWith('[]')
  const name = isList ? fieldName.slice(0, -2) : fieldName
  if (['__proto__', 'prototype', 'constructor'].includes(name)) throw new AppError('FORBIDDEN_KEY')
  const before = body[name]
  if (before === undefined) body[name] = isList ? [value] : value
  else body[name] = Array.isArray(before) ? [...before, value] : [before, value]
}
