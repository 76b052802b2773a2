import { document } from '../page.ts'

/**
 * The script of the pay page: like Razorpay's own script, it opens a frame over the shop's page and, after the payment,
 * posts a form to `callback_url`.
 */
export const checkoutScript = `(() => {
  const base = document.currentScript.src.replace(/\\/checkout\\.js.*$/, '')
  window.Razorpay = class {
    constructor(options) { this.options = options }
    open() {
      const { key, order_id, amount, callback_url, modal, prefill } = this.options
      const frame = document.createElement('iframe')
      frame.title = 'Razorpay (simulated)'
      frame.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;border:0;background:Canvas'
      frame.src = base + '/checkout?' + new URLSearchParams({ key, order_id, amount, method: (prefill && prefill.method) || '' })
      const heard = ({ source, data }) => {
        if (source !== frame.contentWindow || !data) return
        if (data.dismissed) {
          window.removeEventListener('message', heard)
          frame.remove()
          if (modal && modal.ondismiss) modal.ondismiss()
        }
        if (!data.paid) return
        const form = document.createElement('form')
        form.method = 'post'
        form.action = callback_url
        for (const [name, value] of Object.entries(data.paid)) {
          const field = document.createElement('input')
          Object.assign(field, { type: 'hidden', name, value })
          form.append(field)
        }
        document.body.append(form)
        form.submit()
      }
      window.addEventListener('message', heard)
      document.body.append(frame)
    }
  }
})()`

/** Returns the page by which the frame of the pay page sends a message to the page around it. */
export function news(what: object): string {
  const said = JSON.stringify(what).replaceAll('<', '\\u003c')
  return document('Razorpay (simulated)', `<script>parent.postMessage(${said}, '*')</script>`)
}
